-- How a tool of an MCP server was first offered in a thread: what differs later is asked about.

CREATE TABLE state.thread_pins (
    thread_id  text COLLATE "C" NOT NULL,
    name       text COLLATE "C" NOT NULL,
    pin        text COLLATE "C" NOT NULL,
    PRIMARY KEY (thread_id, name)
);
