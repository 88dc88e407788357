import { useApi } from '#api/useApi.ts'
import { minute } from '#lib/dates.ts'
import { States } from '#ui/States.tsx'

type Props = { courseId: number; session?: string; pick?: (participantId: number) => void }

/** The newest ten, from whichever phone. */
export function LatestCheckIns({ courseId, session, pick }: Props) {
  const answer = useApi('GET /staff/training/checkIn/last', { courseId, session })
  return (
    <section className="desk-card">
      <h2>{session ? '最近签到' : '最近报到'}</h2>
      <States
        answer={answer}
        lines={4}
        empty={{ when: list => list.length === 0, title: session ? '还没有人签到' : '还没有人报到' }}
      >
        {list => (
          <ul className="check-in-list" role="list">
            {list.map(({ id, name, organisationName, seat, at, by }) => {
              const told = (
                <>
                  <b>{name}</b>
                  <span>{organisationName}</span>
                  <span>{[seat, `${minute(at).slice(5)} ${by}`].filter(Boolean).join('　')}</span>
                </>
              )
              return (
                <li key={id}>
                  {pick ? (
                    <button type="button" onClick={() => pick(id)}>
                      {told}
                    </button>
                  ) : (
                    <div>{told}</div>
                  )}
                </li>
              )
            })}
          </ul>
        )}
      </States>
    </section>
  )
}
