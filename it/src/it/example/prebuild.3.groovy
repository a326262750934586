import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/silver/events_parsed.sql')
def text = model.getText('UTF-8')
def column = "json_extract_string(payload, '\$.event_name') = 'purchase' AS is_purchase"
def changed = text.replace("'\$.url') AS url\n", "'\$.url') AS url,\n    ${column}\n")
assert changed != text
model.setText(changed, 'UTF-8')

Steps.of(context).note("someone has added to models/silver/events_parsed.sql:\n    ${column}")
return true
