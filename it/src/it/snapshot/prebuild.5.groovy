import dev.smelt.it.Steps

def whole = new File(basedir, 'deployed.json').text
new File(basedir, 'damaged.json').text = whole.substring(0, whole.length().intdiv(2))
Steps.of(context).note('half of the file is gone')
return true
