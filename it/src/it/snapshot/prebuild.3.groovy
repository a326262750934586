import dev.smelt.it.Steps

assert new File(basedir, 'warehouse.duckdb').renameTo(new File(basedir, 'elsewhere.duckdb'))
Steps.of(context).note('the warehouse is elsewhere now')
return true
