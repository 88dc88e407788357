import type { Board } from './StaffBoard.tsx'

type Notes = Board['agenda'][number]['notes']

/** Shows a meeting the key facts of an application, such as rank and proposal. */
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
