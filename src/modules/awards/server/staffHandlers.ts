import type { Handlers } from '#lib/server/api/call.ts'
import { staffCallHandlers } from '../calls/server/callHandlers.ts'
import { entryDeskHandlers } from '../entries/server/entryDesk.ts'
import { entryMaterialsHandlers } from '../entries/server/entryMaterials.ts'
import { entryRegisterHandlers } from '../entries/server/entryRegister.ts'
import { assigningHandlers } from '../rounds/server/assigning.ts'
import { closingHandlers } from '../rounds/server/closing.ts'
import { markingHandlers } from '../rounds/server/marking.ts'
import { openingHandlers } from '../rounds/server/opening.ts'
import { orderingHandlers } from '../rounds/server/ordering.ts'
import { panelHandlers } from '../rounds/server/panel.ts'
import { papersHandlers } from '../rounds/server/papers.ts'
import { planningHandlers } from '../rounds/server/planning.ts'
import { remindingHandlers } from '../rounds/server/reminding.ts'
import { resultHandlers } from '../rounds/server/result.ts'
import { roundDetailHandlers } from '../rounds/server/roundDetail.ts'
import { roundListHandlers } from '../rounds/server/roundList.ts'
import type { staffAwardsContract } from '../staffContract.ts'

import { staffWinnerHandlers } from '../winners/server/staffWinnerHandlers.ts'

export const staffAwardsHandlers: Handlers<typeof staffAwardsContract> = {
  ...staffCallHandlers,
  ...entryRegisterHandlers,
  ...entryDeskHandlers,
  ...entryMaterialsHandlers,
  ...roundListHandlers,
  ...roundDetailHandlers,
  ...planningHandlers,
  ...orderingHandlers,
  ...panelHandlers,
  ...remindingHandlers,
  ...assigningHandlers,
  ...openingHandlers,
  ...papersHandlers,
  ...closingHandlers,
  ...resultHandlers,
  ...markingHandlers,
  ...staffWinnerHandlers,
}
