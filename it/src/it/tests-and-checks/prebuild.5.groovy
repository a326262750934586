import dev.smelt.it.Steps

def orders = new File(basedir, 'src/main/smelt/seeds/orders.csv')
orders.text = orders.text.replace('-12', '12')
Steps.of(context).note('order 3 is of 12, not of -12')
return true
