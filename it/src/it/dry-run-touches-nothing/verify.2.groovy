import dev.smelt.it.Steps

Steps.of(context).finish()
context.put('bytes', new File(basedir, 'warehouse.duckdb').bytes)

Steps.of(context).next()
return true
