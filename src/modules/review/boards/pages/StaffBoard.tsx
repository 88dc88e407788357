import { useRevalidator } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useCalled } from '#layouts/called.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { Route } from './+types/StaffBoard'
import { Announcement } from './Announcement.tsx'
import { AnnouncementArticle } from './AnnouncementArticle.tsx'
import { BoardAgenda } from './BoardAgenda.tsx'
import { BoardCandidates } from './BoardCandidates.tsx'
import { BoardHead } from './BoardHead.tsx'
import { BoardRecord } from './BoardRecord.tsx'
import { BoardResult } from './BoardResult.tsx'
import './board.css'

export { staffBoard as handle } from '#modules/review/pages/screens.ts'

export const clientLoader = screenLoader((api, { params }) => api('GET /staff/board/detail', { id: pathId(params.id) }))

export type Board = Output<ApiContract['GET /staff/board/detail']>
export type Parts = { of: Board; changed: () => void }

/** One meeting from its agenda to what follows from its decisions. */
export default function StaffBoard({ loaderData: of }: Route.ComponentProps) {
  useCalled(of.title)
  const { revalidate } = useRevalidator()
  const parts = { of, changed: revalidate }
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
      {of.announcements.map(announcement => (
        <Announcement key={announcement.kind} title={announcement.title} html={announcement.html}>
          <AnnouncementArticle of={of} announcement={announcement} />
        </Announcement>
      ))}
    </>
  )
}
