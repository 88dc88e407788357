import type { Board } from './StaffBoard.tsx'

type Notes = Board['agenda'][number]['notes']

/** What a meeting sees of an application at a glance: its rank, what is proposed. */
export const BoardNotes = ({ notes }: { notes: Notes }) =>
  notes.length > 0 && (
    <ul role="list" className="board-notes">
      {notes
        .filter(({ text }) => text)
        .map(({ label, text }) => (
          <li key={label}>
            {label} <b>{text}</b>
          </li>
        ))}
    </ul>
  )
