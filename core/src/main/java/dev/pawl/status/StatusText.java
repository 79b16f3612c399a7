package dev.pawl.status;

/// Each key with its English and its Chinese words. `{0}` is a value, `{0s}` one that is seconds.
public enum StatusText {
    NOTHING("", "", ""),
    TEXT("text", "{0}", "{0}"),
    ERROR("err.default", "Error", "发生错误"),
    TERMINAL("term", "Waiting for background terminal", "等待后台终端"),
    TERMINAL_OF("term", "Waiting for background terminal · {0}", "等待后台终端 · {0}"),
    BACKGROUND("bg", "Background task", "后台处理中"),
    BACKGROUND_OF("bg", "Background task · {0}", "后台处理中 · {0}"),
    COMPACTING("bg.compact", "Background task · Compacting context", "后台处理中 · 压缩上下文"),
    MCP_ONE("mcp.one", "Starting MCP · {0}", "MCP 启动中 · {0}"),
    MCP_MANY("mcp.many", "Starting MCP servers ({0}/{1}): {2}", "MCP 启动中 ({0}/{1})：{2}"),
    INPUT("input", "Waiting for input", "等待输入"),
    APPROVAL("approval", "Waiting for approval", "等待确认"),
    INTERRUPTED_TURN("wait.interrupted", "Interrupted: resume or stop", "已中断：可继续或停止"),
    WORKER("wait.worker", "Waiting for a worker", "等待执行者"),
    RATE_LIMIT("wait.rate", "Waiting for the rate limit", "等待速率限制解除"),
    BUDGET("wait.budget", "Waiting for more budget", "等待追加预算"),
    WORKSPACE("wait.folder", "Waiting for the folder", "等待工作目录"),
    WORKING("working", "Working", "工作中"),
    IDLE("idle", "Waiting for instructions", "等待指示"),
    ARCHIVED("archived", "Archived", "已归档"),
    STARTING("starting", "Starting", "启动中"),
    SYNCING("syncing", "Syncing", "同步中"),
    SEND_TO_GO_ON("d.continue", "Send a message to continue", "发送消息后继续"),
    TERMINAL_WAITS("d.term", "The command is waiting for output or input", "命令等待输出或输入"),
    MCP_FAILED("d.mcp.failed", "Failed: {0}", "失败：{0}"),
    PENDING("d.pending", "{0} pending", "{0} 项待处理"),
    EDITING("d.edit", "Editing {0}", "正在修改 {0}"),
    EDITING_FILE("d.edit.one", "Editing 1 file", "正在修改 1 个文件"),
    EDITING_FILES("d.edit.many", "Editing {0} files", "正在修改 {0} 个文件"),
    RUNNING("d.run", "Running `{0}`", "正在执行 `{0}`"),
    RUNNING_COMMAND("d.run.one", "Running a command", "正在执行命令"),
    RUNNING_COMMANDS("d.run.many", "Running {0} commands", "正在执行 {0} 条命令"),
    CALLING("d.call", "Calling {0}", "调用工具 {0}"),
    CALLING_TOOL("d.call.one", "Calling a tool", "调用工具"),
    CALLING_TOOLS("d.call.many", "Calling {0} tools", "调用 {0} 个工具"),
    AGENT_WORKING("d.agent.one", "1 agent working", "1 个子代理工作中"),
    AGENTS_WORKING("d.agent.many", "{0} agents working", "{0} 个子代理工作中"),
    REVIEWING("d.review", "Reviewing approval request", "正在审查确认请求"),
    THINKING("d.think", "Thinking", "思考中"),
    RESPONDING("d.respond", "Responding", "回复中"),
    STALLED("d.stall", "No activity for {0s}", "已 {0s}无活动"),
    INTERRUPTED("d.interrupted", "Interrupted", "已中断"),
    LAST_FAILED("d.failed", "The last turn failed", "上一轮失败"),
    UNKNOWN("d.unknown", "State unknown", "状态未知"),
    ROW_COMMAND("p.command", "Running", "执行中"),
    ROW_FILE("p.file", "Editing", "修改中"),
    ROW_TOOL("p.tool", "Calling tool", "调用工具"),
    ROW_AGENTS("p.agents", "Agents working", "子代理工作中"),
    ROW_APPROVAL("p.approval", "Awaiting approval", "待确认"),
    ROW_INPUT("p.input", "Awaiting input", "待输入"),
    ROW_WAITING("p.waiting", "Waiting", "等待中"),
    UNTITLED("untitled", "untitled", "未命名");

    private final String id;
    private final String english;
    private final String chinese;

    StatusText(String id, String english, String chinese) {
        this.id = id;
        this.english = english;
        this.chinese = chinese;
    }

    /// Its name on the wire.
    public String id() {
        return id;
    }

    String english() {
        return english;
    }

    String chinese() {
        return chinese;
    }
}
