import { useLocation } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { useApi } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'
import { Announcement } from './Announcement.tsx'
import { BoardAgenda } from './BoardAgenda.tsx'
import { BoardCandidates } from './BoardCandidates.tsx'
import { BoardHead } from './BoardHead.tsx'
import { BoardRecord } from './BoardRecord.tsx'
import { BoardResult } from './BoardResult.tsx'
import './board.css'

export type Board = Output<ApiContract['GET /staff/board/detail']>
export type Parts = { of: Board; changed: () => void }

/** One meeting from its agenda to what follows from its decisions. */
export default function StaffBoard() {
  const { pathname } = useLocation()
  const answer = useApi('GET /staff/board/detail', { id: Number(pathname.split('/').at(-1)) })
  return (
    <States answer={answer}>
      {of => {
        const parts = { of, changed: answer.reload }
        return (
          <>
            <BoardHead {...parts} />
            {of.state === 'planned' && (
              <>
                <BoardAgenda {...parts} />
                <BoardCandidates {...parts} />
              </>
            )}
            {of.state === 'held' && <BoardRecord {...parts} />}
            {of.state === 'recorded' && <BoardResult of={of} />}
            {of.announcements.map(text => (
              <Announcement key={text.title} {...text} />
            ))}
          </>
        )
      }}
    </States>
  )
}
