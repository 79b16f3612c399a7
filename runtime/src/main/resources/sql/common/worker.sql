-- name: announce
INSERT INTO workers (worker_id, targets, host, pid, slots, version, draining, started_at, seen_at, lease_until)
VALUES (:worker, :targets, :host, :pid, :slots, :version, :draining, :now, :now, :lease)
ON CONFLICT (worker_id) DO UPDATE
   SET targets = excluded.targets, slots = excluded.slots, draining = excluded.draining,
       seen_at = excluded.seen_at, lease_until = excluded.lease_until;

-- name: leave
DELETE FROM workers WHERE worker_id = :worker;

-- name: forget
DELETE FROM workers WHERE seen_at < :before;

-- name: all
SELECT worker_id, targets, host, pid, slots, version, draining, started_at, seen_at, lease_until
  FROM workers
 ORDER BY started_at, worker_id;
