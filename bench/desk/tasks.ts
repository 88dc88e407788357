import type { Task } from './task.ts'
import { article } from './tasks/article.ts'
import { bankDay } from './tasks/bankDay.ts'
import { closeMonth } from './tasks/closeMonth.ts'
import { door } from './tasks/door.ts'
import { dues } from './tasks/dues.ts'
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
export const tasks: Task[] = [
  find,
  remind,
  level,
  renew,
  importing,
  statement,
  invoices,
  expiring,
  article,
  handOver,
  dues,
  bankDay,
  door,
  closeMonth,
]
