import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Route } from './+types/StaffCheckIn'
import { CheckInFinder } from './CheckInFinder.tsx'
import { CheckInPerson } from './CheckInPerson.tsx'
import { CheckInPlace } from './CheckInPlace.tsx'
import { CheckInScanner } from './CheckInScanner.tsx'
import { LastComers } from './LastComers.tsx'
import './checkIn.css'

export { staffCheckIn as handle } from '#modules/training/pages/screens.ts'

export const clientLoader = screenLoader(api => api('GET /staff/training/checkIn/courses', {}))

/**
 * 扫码报到, on a phone at the door. The code of a ticket opens this very address; from here on the screen's own camera
 * takes over, or a few digits do. Who is shown, and for which course or session, stands in the address.
 */
export default function StaffCheckIn({ loaderData }: Route.ComponentProps) {
  const places = useLoaded(loaderData)
  const [query, setQuery] = useSearchParams()
  const [scanned, setScanned] = useState({ atOnce: false, times: 0 })
  const [done, setDone] = useState(0)
  const at = { courseId: Number(query.get('course')) || undefined, session: query.get('session') ?? undefined }
  const whom = { token: query.get('t') ?? undefined, participantId: Number(query.get('p')) || undefined }
  const go = (changes: Record<string, string>) => {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries({ t: '', p: '', ...changes }))
      if (value) next.set(name, value)
      else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const scan = (token: string, atOnce: boolean) => {
    setScanned(({ times }) => ({ atOnce, times: times + 1 }))
    go({ t: token })
  }
  const pick = (id: number) => {
    setScanned(({ times }) => ({ atOnce: false, times: times + 1 }))
    go({ p: String(id) })
  }
  const isSomebody = whom.token !== undefined || whom.participantId !== undefined
  return (
    <div className="check-in">
      <div className="check-in-desk">
        <CheckInScanner scan={scan} isSession={at.session !== undefined} />
        {isSomebody && (
          <CheckInPerson
            key={`${JSON.stringify({ ...whom, ...at })} ${scanned.times}`}
            whom={{ ...whom, ...at }}
            atOnce={scanned.atOnce}
            changed={() => setDone(count => count + 1)}
          />
        )}
        <CheckInFinder courseId={at.courseId} pick={pick} />
      </div>
      <div className="check-in-side">
        <CheckInPlace answer={places} at={at} choose={go} />
        {at.courseId && (
          <LastComers
            key={`${at.courseId} ${at.session} ${done}`}
            courseId={at.courseId}
            session={at.session}
            pick={pick}
          />
        )}
      </div>
    </div>
  )
}
