-- name: wal
PRAGMA journal_mode = WAL;

-- name: full
PRAGMA synchronous = FULL;

-- name: normal
PRAGMA synchronous = NORMAL;

-- name: no_mmap
PRAGMA mmap_size = 0;

-- name: patient
PRAGMA busy_timeout = 5000;

-- name: impatient
-- The writer waits in its own loop: it looks more often, so that a busy neighbour cannot starve it.
PRAGMA busy_timeout = 0;

-- name: read_only
PRAGMA query_only = ON;

-- name: rare_checkpoint
-- Pages that are written again and again, as heads are, are carried into the file less often.
PRAGMA wal_autocheckpoint = 4000;

-- name: no_checkpoint
PRAGMA wal_autocheckpoint = 0;

-- name: forget
-- What is deleted is overwritten: words of a deleted thread cannot be read from the file.
PRAGMA secure_delete = ON;

-- name: empty_log
PRAGMA wal_checkpoint(TRUNCATE);

-- name: shrink
VACUUM;
