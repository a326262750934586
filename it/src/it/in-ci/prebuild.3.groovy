new File(basedir, 'src/main/smelt/models/revenue.sql').setText(context.original, 'UTF-8')
return true
