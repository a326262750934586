package dev.smelt.project;

import dev.smelt.diagnostics.Place;
import dev.smelt.model.Address;
import dev.smelt.model.TableName;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Watches that no two addresses of a project give one table, and no two files one address. */
final class TakenTables {
    private final Map<TableName, Owner> byTable = new HashMap<>();
    private final Map<Address, Owner> byAddress = new HashMap<>();
    private final Problems problems;

    private record Owner(Address address, Place place) {}

    TakenTables(Problems problems) {
        this.problems = problems;
    }

    /** Notes whose table it is; whether the address is free for it. Another owner of either is a problem. */
    boolean take(Address address, TableName table, Place place) {
        if (!takeAddress(address, place)) {
            return false;
        }
        Optional<Owner> sameTable = Optional.ofNullable(byTable.putIfAbsent(table, new Owner(address, place)));
        sameTable.ifPresent(other -> problems.error(
                Problems.NAME_TAKEN,
                place,
                "The addresses '" + other.address() + "' (" + other.place() + ") and '" + address + "' (" + place
                        + ") both give the table " + table + ".",
                "Rename one of them."));
        return true;
    }

    /** Notes whose address it is, of what gives no table of its own; whether it was free. */
    boolean takeAddress(Address address, Place place) {
        Owner owner = new Owner(address, place);
        Optional<Owner> sameAddress = Optional.ofNullable(byAddress.putIfAbsent(address, owner));
        if (sameAddress.isPresent()) {
            problems.error(
                    Problems.NAME_TAKEN,
                    place,
                    "The address '" + address + "' is taken: "
                            + sameAddress.get().place().file() + " and " + place.file() + " both give it.",
                    "Rename one of them.");
            return false;
        }
        return true;
    }
}
