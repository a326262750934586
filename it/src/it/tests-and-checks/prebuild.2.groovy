import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/silver/paid.sql')
context.before = model.text
model.text = model.text.replace("WHERE status = 'paid'", "WHERE status <> 'open'")
Steps.of(context).note("silver.paid has WHERE status <> 'open' now")
return true
