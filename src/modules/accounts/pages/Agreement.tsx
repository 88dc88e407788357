import { Link } from 'react-router'
import { FieldError } from './Field.tsx'

type Props = { documents: { document: string; title: string }[]; error: string | undefined }

/** Each to be ticked by oneself; opened in a window of its own, so that the form stays. */
export const Agreement = ({ documents, error }: Props) => (
  <fieldset className="entry-agreement" id="agree" tabIndex={-1} aria-describedby={error ? 'agree-error' : undefined}>
    <legend>阅读并同意</legend>
    <FieldError name="agree" error={error} />
    {documents.map(({ document, title }) => (
      <div key={document}>
        <input type="checkbox" id={document} name={document} aria-label={`我已阅读并同意《${title}》`} required />
        <label htmlFor={document}>我已阅读并同意</label>
        <Link to={`/admin/login/${document}`} target="_blank">
          《{title}》<span className="hidden-text">（在新窗口中打开）</span>
        </Link>
      </div>
    ))}
  </fieldset>
)
