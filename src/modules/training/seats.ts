/** 考场: so many seats, numbered from 1. */
export type ExamRoom = { name: string; size: number }

/** Seat as printed on ticket and table: 一号考场 03. */
export const seatOf = (room: string, number: number) => `${room} ${String(number).padStart(2, '0')}`

/** The room and the number in it; of what is no seat, undefined. */
export function readSeat(seat: string): { room: string; number: number } | undefined {
  const [, room, number] = seat.match(/^(.+) (\d{2,3})$/) ?? []
  return room && number ? { room, number: Number(number) } : undefined
}
