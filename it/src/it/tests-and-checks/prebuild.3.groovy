new File(basedir, 'src/main/smelt/models/silver/paid.sql').text = context.before
return true
