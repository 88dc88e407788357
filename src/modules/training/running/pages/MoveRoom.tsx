import { browserApi } from '#api/browser.ts'
import { MovePlace } from './MovePlace.tsx'
import type { Guest } from './RunRooms.tsx'

type Props = { of: Guest; changed: () => void; close: () => void }

export function MoveRoom({ of: { id, name, room: from }, changed, close }: Props) {
  const move = async (room: string) => {
    await browserApi('POST /staff/training/rooms/move', { participantId: id, from, room })
    return '房间已调整'
  }
  const hint = '同一房间最多两人，只能同性合住；留空则取消房间'
  return (
    <MovePlace
      name={name}
      from={from}
      what="房间"
      field="room"
      hint={hint}
      max={20}
      move={move}
      changed={changed}
      close={close}
    />
  )
}
