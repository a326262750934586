package dev.smelt.warehouse.duckdb;

import dev.smelt.diagnostics.Diagnostic;
import dev.smelt.diagnostics.SmeltException;
import dev.smelt.model.CatalogueSnapshot;
import dev.smelt.model.CredentialStore;
import dev.smelt.model.Granules;
import dev.smelt.model.PartitionPrint;
import dev.smelt.model.TableName;
import dev.smelt.model.Target;
import dev.smelt.model.Timeseries;
import dev.smelt.time.Granularity;
import dev.smelt.warehouse.Access;
import dev.smelt.warehouse.Cells;
import dev.smelt.warehouse.Scratch;
import dev.smelt.warehouse.Transaction;
import dev.smelt.warehouse.Warehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.duckdb.DuckDBConnection;

/**
 * A DuckDB file. It may be used from several threads; there is one transaction at a time, and what is read outside it
 * does not see what it has not committed.
 */
public final class DuckDbWarehouse implements Warehouse {
    /** Leaves room for the build around us. */
    private static final String MEMORY_LIMIT = "60%";

    private static final Duration POLL = Duration.ofMillis(100);

    private final DatabaseFile file;
    private final DuckDBConnection connection;
    private final SidecarLock lock;
    private final Access access;
    private final ZoneId zone;
    private final AtomicBoolean inTransaction = new AtomicBoolean();
    private final AtomicReference<DuckDbTransaction> current = new AtomicReference<>();

    private DuckDbWarehouse(
            DatabaseFile file, DuckDBConnection connection, SidecarLock lock, Access access, ZoneId zone) {
        this.file = file;
        this.connection = connection;
        this.lock = lock;
        this.access = access;
        this.zone = zone;
    }

    /**
     * Opens the target's database file.
     *
     * <p>For writing, the file and its directory are made where they are missing. For reading, nothing is made: a file
     * that is missing is an empty warehouse.
     *
     * @param credentials where the key of the file is looked up, should the target name one: it is encrypted then
     * @param zone the zone in which timestamps with a zone are read
     * @param wait how long to wait for somebody else who has the file open
     * @param holder who opens it, such as {@code smelt:run}: named to whoever comes meanwhile
     * @throws SmeltException where the file is in use after the wait, cannot be opened, or a setting is unknown
     */
    public static Warehouse open(
            Target target, CredentialStore credentials, Access access, ZoneId zone, Duration wait, String holder) {
        Path database = target.database().toAbsolutePath().normalize();
        if (database.toString().indexOf(';') >= 0) {
            throw SmeltException.project(Diagnostic.error(
                    "SMELT-L007",
                    "The database " + database + " of target '" + target.name() + "' has a ';' in its path.",
                    "DuckDB's driver reads settings behind it: name a path without one."));
        }
        try {
            if (Files.exists(database)) {
                database = database.toRealPath();
            } else if (access == Access.READ) {
                return new MissingWarehouse(database);
            }
            DatabaseFile file = new DatabaseFile(database, target.server().map(credentials::of));
            Files.createDirectories(database.getParent());
            return openFile(file, target, access, zone, wait, holder);
        } catch (IOException e) {
            throw OpenFailure.ofFiles(database, e);
        }
    }

    /** Opens the file of a target that needs no credentials. */
    public static Warehouse open(Target target, Access access, ZoneId zone, Duration wait, String holder) {
        return open(target, CredentialStore.NONE, access, zone, wait, holder);
    }

    private static DuckDbWarehouse openFile(
            DatabaseFile file, Target target, Access access, ZoneId zone, Duration wait, String holder)
            throws IOException {
        Path database = file.path();
        long deadline = System.nanoTime() + wait.toNanos();
        while (true) {
            String owner;
            Optional<SidecarLock> lock = SidecarLock.tryAcquire(database, access, holder);
            if (lock.isPresent()) {
                try {
                    Map<String, String> options = options(database, target.settings(), access);
                    if (access == Access.WRITE) {
                        SpillFiles.removeLeftOver(spillDirectory(database), options.get("temp_directory"));
                    }
                    return new DuckDbWarehouse(file, file.open(options, access, zone), lock.get(), access, zone);
                } catch (SQLException e) {
                    lock.get().close();
                    // Another tool, which does not know our lock, may have the file open.
                    owner = OpenFailure.otherProcess(e).orElseThrow(() -> OpenFailure.of(target, database, e));
                }
            } else {
                owner = SidecarLock.owner(database).orElse("a build that reads it");
            }
            if (deadline - System.nanoTime() <= 0) {
                throw OpenFailure.inUse(database, owner, wait);
            }
            pause(database, owner, wait);
        }
    }

    private static void pause(Path database, String owner, Duration wait) {
        try {
            Thread.sleep(Math.min(POLL.toMillis(), Math.max(1, wait.toMillis())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw OpenFailure.inUse(database, owner, wait);
        }
    }

    private static Path spillDirectory(Path database) {
        return database.resolveSibling(database.getFileName() + ".tmp");
    }

    private static Map<String, String> options(Path database, Map<String, String> settings, Access access) {
        Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        options.put("memory_limit", MEMORY_LIMIT);
        options.put("temp_directory", spillDirectory(database).toString());
        options.putAll(settings);
        if (access == Access.READ) {
            options.put("duckdb.read_only", "true");
        }
        return options;
    }

    @Override
    public synchronized CatalogueSnapshot catalogue() {
        return DuckDbCatalogue.read(connection);
    }

    @Override
    public synchronized Granules granules(String relation, String column, Granularity granularity) {
        GranuleSql sql = new GranuleSql(granularity);
        String query = "SELECT " + sql.isFinite("v") + " AS finite, CASE WHEN " + sql.isFinite("v") + " THEN "
                + sql.floor("v") + " END AS granule, count(*) FROM (SELECT " + sql.value(column) + " AS v FROM "
                + relation + ") GROUP BY ALL";
        GranuleCounts counts = new GranuleCounts();
        Statements.read(connection, query, counts);
        return counts.granules(granularity);
    }

    @Override
    public synchronized List<PartitionPrint> prints(
            TableName table, Optional<Timeseries> clock, Optional<String> arrival) {
        return PartitionPrints.take(connection, table, clock, arrival);
    }

    @Override
    public synchronized List<Cells> query(String sql, int limit) {
        return Statements.query(connection, sql, limit);
    }

    /** Reads large results without a text per value. */
    synchronized void read(String sql, Statements.RowReader reader) {
        Statements.read(connection, sql, reader);
    }

    /** Reads several results of the same moment. */
    synchronized <T> T atOneMoment(Supplier<T> reading) {
        Statements.execute(connection, "BEGIN TRANSACTION");
        try {
            return reading.get();
        } finally {
            Statements.execute(connection, "ROLLBACK");
        }
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException where the last transaction has not been closed, or the warehouse is open for reading
     */
    @Override
    public Transaction begin() {
        if (access == Access.READ) {
            throw new IllegalStateException("A warehouse that is open for reading has no transactions.");
        }
        if (!inTransaction.compareAndSet(false, true)) {
            throw new IllegalStateException("The last transaction of this warehouse has not been closed yet.");
        }
        try {
            DuckDbTransaction begun = DuckDbTransaction.begin(file.another(connection, zone), () -> {
                current.set(null);
                inTransaction.set(false);
            });
            current.set(begun);
            return begun;
        } catch (SQLException e) {
            inTransaction.set(false);
            throw Statements.failure(e, "BEGIN TRANSACTION");
        }
    }

    @Override
    public Scratch scratch() {
        if (access != Access.READ) {
            throw new IllegalStateException("Scratch tables are for a warehouse that is open for reading.");
        }
        try {
            return new DuckDbScratch(file.another(connection, zone));
        } catch (SQLException e) {
            throw Statements.failure(e, "CREATE TEMP TABLE");
        }
    }

    @Override
    public void cancel() {
        DuckDbTransaction transaction = current.get();
        if (transaction == null) {
            RunningStatements.cancel(connection);
        } else {
            transaction.cancel();
        }
    }

    @Override
    public String engine() {
        return DuckDbConnector.engine(connection);
    }

    @Override
    public synchronized void close() {
        // a channel closes itself when an interrupted thread uses it, and the lock would stay taken
        boolean interrupted = Thread.interrupted();
        try (SidecarLock released = lock) {
            connection.close();
        } catch (SQLException e) {
            throw Statements.failure(e, "CLOSE");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
