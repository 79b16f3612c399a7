-- How a tool of an MCP server was first offered in a thread: what differs later is asked about.

CREATE TABLE thread_pins (
    thread_id  text NOT NULL,
    name       text NOT NULL,
    pin        text NOT NULL,
    PRIMARY KEY (thread_id, name)
) STRICT;
