import { FieldLink } from '../FieldLink.tsx'
import { isIncomplete, progressText, type SectionProgress } from './formProgress.ts'
import './formContents.css'

/** Sections from which a form is long, and gets a table of contents. */
export const MIN_SECTIONS_FOR_CONTENTS = 4

/** The parts of a long form: how much of each is done, and the way to it. */
export function FormContents({ label, parts }: { label: string; parts: readonly SectionProgress[] }) {
  const [done, all] = [parts.reduce((sum, one) => sum + one.done, 0), parts.reduce((sum, one) => sum + one.of, 0)]
  return (
    <nav className="form-contents" aria-label={label}>
      <p>
        必填 {done} / {all}
        <progress value={done} max={Math.max(all, 1)} aria-label="必填内容的完成情况" />
      </p>
      <ol>
        {parts.map(part => (
          <li key={part.name} data-done={(part.of > 0 && !isIncomplete(part)) || undefined}>
            <FieldLink name={part.fields[0]!} part>
              {part.name}
            </FieldLink>
            <span>{progressText(part)}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
