package dev.pawl.campaign.kill;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.doorbell.NatsDoorbell;
import dev.pawl.doorbell.Subjects;
import dev.pawl.host.Stores;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.postgres.PostgresDoorbell;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteDoorbell;
import java.nio.file.Path;
import java.time.InstantSource;
import org.postgresql.ds.PGSimpleDataSource;

/// The store under trial with the bell that goes with it, as director and workers open it.
record Site(Transactions store, Outbox outbox, Doorbell bell) implements AutoCloseable {
    private static final String SQLITE = "sqlite:";

    static Site open(Plan.Place place) {
        var bell = bell(place);
        var store = Stores.open(place.url(), Durability.FULL, bell, InstantSource.system());
        return new Site(store.transactions(), store.outbox(), bell);
    }

    private static Doorbell bell(Plan.Place place) {
        var here = new LocalDoorbell();
        if (place.url().startsWith(SQLITE)) {
            return new SqliteDoorbell(here, Path.of(place.url().substring(SQLITE.length())));
        }
        if (!place.nats().isEmpty()) return new NatsDoorbell(here, place.nats(), Subjects.under("kill"));
        var source = new PGSimpleDataSource();
        source.setUrl(place.url());
        return new PostgresDoorbell(here, source);
    }

    @Override
    public void close() {
        store.close();
        bell.close();
    }
}
