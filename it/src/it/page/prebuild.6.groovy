def model = new File(basedir, 'src/main/smelt/models/silver/events_parsed.sql')
def text = model.getText('UTF-8')
def changed = text.replace("'\$.url') AS url\n",
        "'\$.url') AS url,\n    json_extract_string(payload, '\$.event_name') = 'purchase' AS is_purchase\n")
assert changed != text
model.setText(changed, 'UTF-8')
return true
