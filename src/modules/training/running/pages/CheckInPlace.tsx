import { Select } from 'antd'
import type { ApiContract } from '#api/contract.ts'
import type { Answer } from '#api/useApi.ts'
import type { Output } from '#lib/contract.ts'
import { States } from '#ui/States.tsx'

type Places = Output<ApiContract['GET /staff/training/checkIn/courses']>
type Props = {
  answer: Answer<Places>
  at: { courseId?: number; session?: string }
  choose: (changes: Record<string, string>) => void
}

/** Course that this device checks in for, and whether for arrival or for one session. */
export const CheckInPlace = ({ answer, at, choose }: Props) => (
  <section className="desk-card">
    <h2>本机用于</h2>
    <States answer={answer} lines={3}>
      {places => {
        const place = places.find(({ id }) => id === at.courseId)
        return (
          <div className="check-in-place">
            <label htmlFor="check-in-course">
              培训班
              <Select
                id="check-in-course"
                aria-label="培训班"
                value={place ? String(place.id) : ''}
                options={[
                  { value: '', label: '不限，以准考证为准' },
                  ...places.map(({ id, title }) => ({ value: String(id), label: title })),
                ]}
                onChange={course => choose({ course, session: '' })}
              />
            </label>
            {place && (
              <label htmlFor="check-in-session">
                用途
                <Select
                  id="check-in-session"
                  aria-label="用途"
                  value={at.session ?? ''}
                  options={[
                    { value: '', label: '报到' },
                    ...place.sessions.map(({ code, name, isToday }) => ({
                      value: code,
                      label: `考勤：${name}${isToday ? '（今天）' : ''}`,
                    })),
                  ]}
                  onChange={session => choose({ session })}
                />
              </label>
            )}
          </div>
        )
      }}
    </States>
  </section>
)
