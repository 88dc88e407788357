import type { Handlers } from '#lib/server/api/call.ts'
import type { staffRunContract } from '../runContract.ts'
import { exportAttendance, listAttendance, takeAttendance } from './attendance.ts'
import { checkIn, undoCheckIn } from './checkIn.ts'
import { find, listLast, listToday, look } from './checkInFinding.ts'
import { assignRooms, moveRoom } from './rooms.ts'
import { exportGuests, listGuests } from './roomsList.ts'
import { listRoster } from './roster.ts'
import { exportRoster } from './rosterExport.ts'
import { showRun } from './rosterFigures.ts'
import { sendSignInSheet } from './rosterSheet.ts'
import { arrangeSeats, moveSeat, showSeating } from './seating.ts'
import { sendSeatingSheet } from './seatingSheet.ts'
import { makeTickets } from './ticketMaking.ts'
import { sendTickets } from './tickets.ts'

export const staffRunHandlers: Handlers<typeof staffRunContract> = {
  'GET /staff/training/run': showRun,
  'GET /staff/training/roster': listRoster,
  'GET /staff/training/roster/export': exportRoster,
  'GET /staff/training/roster/sheet': sendSignInSheet,
  'POST /staff/training/tickets/make': makeTickets,
  'GET /staff/training/tickets/file': sendTickets,
  'GET /staff/training/checkIn/courses': listToday,
  'GET /staff/training/checkIn/look': look,
  'GET /staff/training/checkIn/find': find,
  'GET /staff/training/checkIn/last': listLast,
  'POST /staff/training/checkIn': checkIn,
  'POST /staff/training/checkIn/undo': undoCheckIn,
  'GET /staff/training/attendance': listAttendance,
  'GET /staff/training/attendance/export': exportAttendance,
  'POST /staff/training/attendance': takeAttendance,
  'GET /staff/training/seating': showSeating,
  'POST /staff/training/seating': arrangeSeats,
  'POST /staff/training/seating/move': moveSeat,
  'GET /staff/training/seating/sheet': sendSeatingSheet,
  'GET /staff/training/rooms': listGuests,
  'POST /staff/training/rooms/assign': assignRooms,
  'POST /staff/training/rooms/move': moveRoom,
  'GET /staff/training/rooms/export': exportGuests,
}
