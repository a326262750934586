import dev.smelt.it.Steps

def model = new File(basedir, 'src/main/smelt/models/silver/events_parsed.sql')
def text = model.getText('UTF-8')
def changed = text.replace("'u:' ||", "'user:' ||").replace("'d:' ||", "'device:' ||")
assert changed != text
model.setText(changed, 'UTF-8')

Steps.of(context).note("someone has changed amplitude_id in models/silver/events_parsed.sql:\n    'u:' and 'd:' are 'user:' and 'device:' now")
return true
