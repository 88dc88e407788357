import type { Task } from './task.ts'
import { addresses } from './tasks/addresses.ts'
import { article } from './tasks/article.ts'
import { assign } from './tasks/assign.ts'
import { bankDay } from './tasks/bankDay.ts'
import { callerTask } from './tasks/caller.ts'
import { closeMonth } from './tasks/closeMonth.ts'
import { complaint } from './tasks/complaint.ts'
import { dataRequest } from './tasks/dataRequest.ts'
import { door } from './tasks/door.ts'
import { dues } from './tasks/dues.ts'
import { duplicates } from './tasks/duplicates.ts'
import { expiring } from './tasks/expiring.ts'
import { find } from './tasks/find.ts'
import { goLive } from './tasks/goLive.ts'
import { handOver } from './tasks/handOver.ts'
import { importing } from './tasks/import.ts'
import { invoices } from './tasks/invoices.ts'
import { joiningForm } from './tasks/joiningForm.ts'
import { level } from './tasks/level.ts'
import { refundByPhone } from './tasks/refundByPhone.ts'
import { remind } from './tasks/remind.ts'
import { renew } from './tasks/renew.ts'
import { renewFromLast } from './tasks/renewFromLast.ts'
import { report } from './tasks/report.ts'
import { scoresTask } from './tasks/scores.ts'
import { statement } from './tasks/statement.ts'
import { undo } from './tasks/undo.ts'

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
  callerTask,
  undo,
  addresses,
  duplicates,
  joiningForm,
  scoresTask,
  report,
  complaint,
  dataRequest,
  assign,
  refundByPhone,
  renewFromLast,
  goLive,
]
