import type { Task } from './task.ts'
import { article } from './tasks/article.ts'
import { expiring } from './tasks/expiring.ts'
import { find } from './tasks/find.ts'
import { handOver } from './tasks/handOver.ts'
import { importing } from './tasks/import.ts'
import { invoices } from './tasks/invoices.ts'
import { level } from './tasks/level.ts'
import { remind } from './tasks/remind.ts'
import { renew } from './tasks/renew.ts'
import { statement } from './tasks/statement.ts'

/** Order matters: the tasks run one after another on the same site. */
export const tasks: Task[] = [find, remind, level, renew, importing, statement, invoices, expiring, article, handOver]
