import { browserApi } from '#api/browser.ts'
import { MovePlace } from './MovePlace.tsx'
import type { Seated } from './RunSeating.tsx'

type Props = { of: Seated; changed: () => void; close: () => void }

export function MoveSeat({ of: { id, name, seat: from }, changed, close }: Props) {
  const move = async (seat: string) => {
    const { swappedWith } = await browserApi('POST /staff/training/seating/move', { participantId: id, from, seat })
    return swappedWith ? `已与${swappedWith}对调` : '座位已调整'
  }
  const hint = '考场名称、空格和两位座号，例如 一号考场 03；有人的座位两人对调，留空则取消座位'
  return (
    <MovePlace
      name={name}
      from={from}
      what="座位"
      field="seat"
      hint={hint}
      max={40}
      move={move}
      changed={changed}
      close={close}
    />
  )
}
