import { type TicketSheet, ticketSheetPdf } from './ticketSheet.ts'

/** Answers the one sheet that it is sent, and is gone. */
process.once('message', async sheet => {
  process.send!(await ticketSheetPdf(sheet as TicketSheet), () => process.disconnect!())
})
