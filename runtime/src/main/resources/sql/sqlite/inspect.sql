-- name: quick_check
-- only here: PostgreSQL checks its pages when it reads them.
PRAGMA quick_check(20);
