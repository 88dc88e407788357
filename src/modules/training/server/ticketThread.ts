import { parentPort, workerData } from 'node:worker_threads'
import { type TicketSheet, ticketSheetPdf } from './ticketSheet.ts'

parentPort!.postMessage(await ticketSheetPdf(workerData as TicketSheet))
