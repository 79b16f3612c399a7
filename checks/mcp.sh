#!/bin/sh
# Pawl with real MCP servers: @modelcontextprotocol/server-everything and server-filesystem from npm, over stdio, streamable
# HTTP and the older HTTP with SSE. A scripted model makes the calls. Last line: `N passed, N failed`.
set -u
cd -P -- "$(dirname -- "$0")/.." || exit 1
here=$PWD

. scripts/lab.sh
need_node "the servers"
packages mcp @modelcontextprotocol/server-filesystem \
    @modelcontextprotocol/server-everything@2026.8.31 @modelcontextprotocol/server-filesystem@2026.8.31
servers=$modules/@modelcontextprotocol
everything=$servers/server-everything/dist/index.js
filesystem=$servers/server-filesystem/dist/index.js
./pawl --version >/dev/null || give_up "./pawl does not start"

passed=0
failed=0
started=
work=$(mktemp -d "${TMPDIR:-/tmp}/pawl-mcp.XXXXXX")
tidy_up() {
    for pid in $started; do kill "$pid" 2>/dev/null; done
    rm -rf "$work"
}
trap tidy_up EXIT
trap 'exit 130' INT TERM HUP
PAWL_HOME=$work/home
OPENAI_API_KEY=sk-planted-secret
export PAWL_HOME OPENAI_API_KEY
mkdir -p "$PAWL_HOME" "$work/project"
echo "hello from a file" >"$work/project/note.txt"

good() { passed=$((passed + 1)); echo "ok     $1"; }
bad() { failed=$((failed + 1)); printf 'FAILED %s\n%s\n' "$1" "$2" | cut -c1-2000; }
# contains NAME TEXT PIECE
contains() { case $2 in *"$3"*) good "$1" ;; *) bad "$1" "  no \"$3\" in: $2" ;; esac; }
# lacks NAME TEXT PIECE
lacks() { case $2 in *"$3"*) bad "$1" "  \"$3\" in: $2" ;; *) good "$1" ;; esac; }

settings() {
    cat >"$PAWL_HOME/config.toml" <<END
model = "scripted"
model_provider = "script"
[model_providers.script]
name = "Script"
wire_api = "scripted"
base_url = "$work/script.jsonl"
END
    cat >>"$PAWL_HOME/config.toml"
}
# calls NAME ARGUMENTS...: the model makes these calls, one after the other, and is done.
calls() {
    : >"$work/script.jsonl"
    while [ $# -gt 0 ]; do
        printf '{"items":[{"type":"function_call","name":"%s","arguments":%s}]}\n' "$1" "$2" >>"$work/script.jsonl"
        shift 2
    done
    echo '{"items":[{"type":"text","text":"Done."}]}' >>"$work/script.jsonl"
}
turn() { (cd "$work/project" && "$here/pawl" exec --skip-git-repo-check "$@" 2>&1 </dev/null); }
# free_port: one that nobody uses now.
free_port() { node -e 's=require("net").createServer().listen(0,"127.0.0.1",()=>{console.log(s.address().port);s.close()})'; }
# wait_for PORT
wait_for() {
    node -e 'const net=require("net"),end=Date.now()+20000;(function go(){const s=net.connect(process.argv[1],"127.0.0.1");
        s.on("connect",()=>process.exit(0));s.on("error",()=>Date.now()>end?process.exit(1):setTimeout(go,50))})()' "$1"
}
# left_behind: servers of this check that still run as children of a program.
left_behind() { pgrep -f "$servers/[a-z-]*/dist/index.js (stdio|$work)" | wc -l | tr -d ' '; }

echo "-- the commands"
settings </dev/null
./pawl mcp add every -- node "$everything" stdio 2>/dev/null
./pawl mcp add files -- node "$filesystem" "$work/project" 2>/dev/null
contains "mcp list names both" "$(./pawl mcp list)" "files  stdio  node $filesystem"
out=$(./pawl mcp test every)
contains "mcp test: everything over stdio" "$out" "mcp-servers/everything"
contains "mcp test: the newest protocol" "$out" "MCP 2025-11-25"
contains "mcp test: its tools under Codex's names" "$out" "mcp__every__get-sum"
lacks "mcp test: no tool that needs tasks" "$out" "simulate-research-query"
out=$(./pawl mcp test files --json)
contains "mcp test --json: the file server" "$out" '"ok":true'
contains "mcp test --json: what asks first" "$out" '"model_name":"mcp__files__write_file"'
./pawl mcp remove files 2>/dev/null
lacks "mcp remove" "$(./pawl mcp list)" "files"

echo "-- stdio"
settings <<END
[mcp_servers.every]
command = "node"
args = ["$everything", "stdio"]
END
calls mcp__every__echo '{"message":"hi"}' mcp__every__get-sum '{"a":19,"b":23}' mcp__every__get-structured-content \
    '{"location":"New York"}' mcp__every__get-tiny-image '{}' mcp__every__get-env '{}' list_mcp_resources '{}' \
    mcp__every__trigger-long-running-operation '{"duration":1,"steps":2}' mcp__every__echo '{}' mcp__every__nothing '{}'
out=$(turn --json "use it")
contains "echo" "$out" "Echo: hi"
contains "a sum" "$out" "The sum of 19 and 23 is 42."
contains "structured content" "$out" '"structured_content":{"'
contains "a picture" "$out" '"mimeType":"image/png"'
lacks "no key of ours in its environment" "$out" "sk-planted-secret"
contains "a long call" "$out" "Long running operation completed"
contains "resources" "$out" "demo://resource"
contains "bad arguments are the server's to refuse" "$out" '"status":"failed"'
contains "the turn ends" "$out" '"type":"turn.completed"'
[ "$(left_behind)" = 0 ] && good "no server is left behind" || bad "no server is left behind" "$(left_behind) run"

echo "-- approval"
settings <<END
[mcp_servers.files]
command = "node"
args = ["$filesystem", "$work/project"]
END
calls mcp__files__read_text_file "{\"path\":\"$work/project/note.txt\"}" \
    mcp__files__write_file "{\"path\":\"$work/project/new.txt\",\"content\":\"written\"}"
out=$(turn --json "read and write")
contains "what only reads runs" "$out" "hello from a file"
[ ! -e "$work/project/new.txt" ] && good "what writes does not run unasked" || bad "what writes does not run unasked" "$out"
printf '[mcp_servers.files.tools.write_file]\napproval_mode = "approve"\n' >>"$PAWL_HOME/config.toml"
out=$(turn --json "read and write")
[ "$(cat "$work/project/new.txt" 2>/dev/null)" = written ] && good "what the settings approve runs" || bad "what the settings approve runs" "$out"

echo "-- HTTP"
for way in streamableHttp:mcp sse:sse; do
    port=$(free_port)
    PORT=$port node "$everything" "${way%:*}" >"$work/$port.log" 2>&1 &
    started="$started $!"
    wait_for "$port" || bad "${way%:*}: the server starts" "$(cat "$work/$port.log")"
    settings <<END
[mcp_servers.web]
url = "http://127.0.0.1:$port/${way#*:}"
END
    out=$(./pawl mcp test web)
    contains "${way%:*}: mcp test" "$out" "mcp__web__echo"
    calls mcp__web__echo '{"message":"over the wire"}' mcp__web__get-sum '{"a":1,"b":2}' \
        mcp__web__trigger-long-running-operation '{"duration":1,"steps":2}'
    out=$(turn --json "use it")
    contains "${way%:*}: echo" "$out" "Echo: over the wire"
    contains "${way%:*}: a sum" "$out" "The sum of 1 and 2 is 3."
    contains "${way%:*}: a long call" "$out" "Long running operation completed"
done

echo "-- trouble"
settings <<END
[mcp_servers.dead]
command = "node"
args = ["-e", "console.error('no licence'); process.exit(7)"]
[mcp_servers.deaf]
command = "node"
args = ["-e", "setInterval(() => {}, 1000)"]
startup_timeout_sec = 60
[mcp_servers.every]
command = "node"
args = ["$everything", "stdio"]
[pawl]
mcp_wait_ms = 1000
END
calls mcp__every__echo '{"message":"still works"}'
before=$(date +%s)
out=$(turn "use it")
took=$(($(date +%s) - before))
contains "a dead server says so" "$out" "MCP server dead is not there"
contains "with its last words" "$out" "no licence"
contains "the others work" "$out" "Echo: still works"
[ "$took" -lt 30 ] && good "a deaf server holds nobody ($took s)" || bad "a deaf server holds nobody" "$took s"
printf 'required = true\n' | sed -i '/^\[mcp_servers.dead\]/r /dev/stdin' "$PAWL_HOME/config.toml"
out=$(turn "use it")
contains "a required server must be there" "$out" "is required and did not start"

echo "-- kill -9 in the middle of a call"
settings <<END
[mcp_servers.every]
command = "node"
args = ["$everything", "stdio"]
END
calls mcp__every__trigger-long-running-operation '{"duration":6,"steps":60}'
(cd "$work/project" && exec "$here/pawl" exec --skip-git-repo-check --json "take long" >"$work/killed.jsonl" 2>&1 </dev/null) &
victim=$!
node -e 'const fs=require("fs"),end=Date.now()+30000;(function go(){let t="";try{t=fs.readFileSync(process.argv[1],"utf8")}catch{}
    if(t.includes("item.started")||Date.now()>end)process.exit(0);setTimeout(go,20)})()' "$work/killed.jsonl"
kill -9 "$victim" 2>/dev/null
wait "$victim" 2>/dev/null
contains "the call had begun" "$(cat "$work/killed.jsonl")" '"status":"in_progress"'
out=$(turn resume --last --json)
contains "the call that only reads is made again" "$out" "Long running operation completed"
contains "the turn goes on to its end" "$out" '"type":"turn.completed"'
[ "$(left_behind)" = 0 ] && good "no server is left behind" || bad "no server is left behind" "$(left_behind) run"

echo "-- a server asks the person"
settings <<END
[mcp_servers.every]
command = "node"
args = ["$everything", "stdio"]
default_tools_approval_mode = "approve"
[pawl]
mcp_ask_seconds = 60
END
calls mcp__every__trigger-elicitation-request '{}'
# asking FILE: a turn in the background whose call asks; waits for the question.
asking() {
    (cd "$work/project" && exec "$here/pawl" exec --skip-git-repo-check "ask me" >"$work/$1" 2>&1 </dev/null) &
    asker=$!
    node -e 'const fs=require("fs"),end=Date.now()+30000;(function go(){let t="";try{t=fs.readFileSync(process.argv[1],"utf8")}catch{}
        if(t.includes("pawl approvals answer")||Date.now()>end)process.exit(0);setTimeout(go,20)})()' "$work/$1"
    question=$(sed -n 's/.*pawl approvals answer \([^ ]*\) .*/\1/p' "$work/$1")
}
asking accepted
contains "the question is in the store" "$(./pawl approvals list)" "the MCP server every asks: Please provide inputs"
contains "the status says so" "$(./pawl status)" "waits for an answer"
contains "a bad answer is refused" "$(./pawl approvals answer "$question" "integer=many" 2>&1)" "takes a number"
out=$(./pawl approvals answer "$question" "name=Ada; integer=7" 2>&1)
wait "$asker" || bad "the asking turn ends well" "$(cat "$work/accepted")"
contains "the answer reaches the server" "$(cat "$work/accepted")" "Name: Ada"
contains "whoever answered sees the turn's end" "$out" "Done."
asking declined
./pawl approvals decline "$question" --no-wait 2>/dev/null
wait "$asker"
contains "a no reaches the server" "$(cat "$work/declined")" "declined"
out=$(turn --ask-for-approval never "ask me")
contains "nobody is asked where nobody may be" "$out" "declined"
asking killed
kill -9 "$asker" 2>/dev/null
wait "$asker" 2>/dev/null
contains "a dead worker's question can still be seen" "$(./pawl approvals list)" "$question"
calls
out=$(turn resume --last)
lacks "whoever goes on withdraws it" "$(./pawl approvals list 2>&1)" "$question"
contains "and tells that the outcome is unknown" "$(./pawl threads show last 2>&1)" "outcome unknown"

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
