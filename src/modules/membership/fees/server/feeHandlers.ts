import type { Handlers } from '#lib/server/api/call.ts'
import type { staffStatementsContract } from '#modules/membership/statements/contract.ts'
import type { memberFeesContract, staffFeesContract } from '../contract.ts'
import '#modules/membership/register/server/audience.ts'
import { acceptAll, acceptLine, noteLine, undoLine } from '#modules/membership/statements/server/bankActs.ts'
import { importStatement } from '#modules/membership/statements/server/bankImport.ts'
import {
  exportLines,
  findCandidates,
  listLines,
  listStatements,
  showAccount,
  showStatement,
} from '#modules/membership/statements/server/bankList.ts'
import { adjust, sendReceipt, settle, settleMany } from './feeActs.ts'
import { showFee } from './feeDetail.ts'
import { exportFees, listFees, showTotals } from './feeList.ts'
import { payFee } from './feePaying.ts'
import { previewRaise, previewReminder, raiseFees, remind } from './feeRaising.ts'
import { listTitles, removeTitle } from './receiptTitles.ts'

export const memberFeesHandlers: Handlers<typeof memberFeesContract> = {
  'POST /member/fee/pay': payFee,
  'GET /member/fee/titles': listTitles,
  'POST /member/fee/titleRemove': removeTitle,
}

export const staffFeesHandlers: Handlers<typeof staffFeesContract> = {
  'GET /staff/fee/list': listFees,
  'GET /staff/fee/totals': showTotals,
  'GET /staff/fee/export': exportFees,
  'GET /staff/fee/detail': showFee,
  'GET /staff/fee/raise': previewRaise,
  'POST /staff/fee/raise': raiseFees,
  'GET /staff/fee/remind': previewReminder,
  'POST /staff/fee/remind': remind,
  'POST /staff/fee/adjust': adjust,
  'POST /staff/fee/settle': settle,
  'POST /staff/fee/settleMany': settleMany,
  'POST /staff/fee/receipt': sendReceipt,
}

export const staffStatementsHandlers: Handlers<typeof staffStatementsContract> = {
  'GET /staff/statement/list': listStatements,
  'POST /staff/statement/upload': importStatement,
  'GET /staff/statement/detail': showStatement,
  'GET /staff/statement/lines': listLines,
  'GET /staff/statement/export': exportLines,
  'GET /staff/statement/candidates': findCandidates,
  'POST /staff/statement/accept': acceptLine,
  'POST /staff/statement/acceptAll': acceptAll,
  'POST /staff/statement/undo': undoLine,
  'POST /staff/statement/note': noteLine,
  'POST /staff/statement/account': showAccount,
}
