import { Link } from 'react-router'
import type { Meeting } from './StaffMeeting.tsx'

type Notes = Meeting['agenda'][number]['notes']

/** Shows a meeting the key facts of an application, such as rank and proposal. */
export const ItemNotes = ({ notes }: { notes: Notes }) =>
  notes.length > 0 && (
    <ul role="list" className="meeting-notes">
      {notes
        .filter(({ text }) => text)
        .map(({ label, text }) => (
          <li key={label}>
            {label} <b>{text}</b>
          </li>
        ))}
    </ul>
  )

/** Title of an item; that of an application leads to it. */
export const ItemTitle = ({ applicationId, title }: Pick<Meeting['agenda'][number], 'applicationId' | 'title'>) =>
  applicationId === null ? <b>{title}</b> : <Link to={`/staff/review/${applicationId}`}>{title}</Link>
