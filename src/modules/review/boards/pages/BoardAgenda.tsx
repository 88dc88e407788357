import { Button } from 'antd'
import { Link } from 'react-router'
import { announce } from '#api/session.ts'
import { useSubmit } from '#api/useApi.ts'
import { Empty } from '#ui/Empty.tsx'
import { Problem } from '#ui/form/Problem.tsx'
import { Icon } from '#ui/Icon.tsx'
import { BoardNotes } from './BoardNotes.tsx'
import type { Parts } from './StaffBoard.tsx'

/** The agenda as it is called up: up, down, away with it. */
export function BoardAgenda({ of, changed }: Parts) {
  const { submit, busy, error } = useSubmit('POST /staff/board/items')
  const ids = of.agenda.map(({ applicationId }) => applicationId)
  const set = async (applicationIds: number[], said: string) => {
    if (!(await submit({ id: of.id, version: of.version, applicationIds }))) return
    announce(said)
    changed()
  }
  const move = (at: number, by: -1 | 1) => {
    const next = [...ids]
    next.splice(at + by, 0, ...next.splice(at, 1))
    void set(next, `已移到第 ${at + by + 1} 项`)
  }
  return (
    <section className="desk-card">
      <h2>议程</h2>
      <Problem>{error?.message}</Problem>
      {ids.length === 0 && (
        <Empty title="议程上还没有申请">
          <p>在下面勾选待审议的申请，再选入议程。</p>
        </Empty>
      )}
      <ol className="board-agenda">
        {of.agenda.map(({ applicationId, title, kindName, number, notes, hindrance }, i) => (
          <li key={applicationId}>
            <div>
              <Link to={`/staff/review/${applicationId}`}>{title}</Link>
              <p>
                {kindName}　{number}
              </p>
              <BoardNotes notes={notes} />
              {hindrance && <p className="board-hindrance">{hindrance}</p>}
            </div>
            <div className="board-tools">
              <Button aria-label={`上移 ${title}`} disabled={busy || i === 0} onClick={() => move(i, -1)}>
                <Icon name="up" size={16} />
              </Button>
              <Button aria-label={`下移 ${title}`} disabled={busy || i === ids.length - 1} onClick={() => move(i, 1)}>
                <Icon name="down" size={16} />
              </Button>
              <Button
                aria-label={`移除 ${title}`}
                disabled={busy}
                onClick={() =>
                  void set(
                    ids.filter(id => id !== applicationId),
                    `已移除：${title}`,
                  )
                }
              >
                移除
              </Button>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
