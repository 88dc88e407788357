import { Field } from '#ui/form/Field.tsx'
import { Link } from '#ui/router/router.tsx'

type Props = { documents: { document: string; title: string }[]; error: string | undefined }

/** A checkbox per document. Links open in a new window, so that the form keeps its values. */
export const Agreement = ({ documents, error }: Props) => (
  <Field name="agree" label="阅读并同意" error={error} required marks="optional" group>
    {({ id, 'aria-describedby': described }) => (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset has its own label
      <div id={id} role="group" tabIndex={-1} aria-labelledby={`${id}-label`} aria-describedby={described}>
        {documents.map(({ document, title }) => (
          <div key={document} className="light-box entry-agreement">
            <input type="checkbox" id={document} name={document} aria-label={`我已阅读并同意《${title}》`} required />
            <label htmlFor={document}>我已阅读并同意</label>
            <Link to={`/admin/login/${document}`} target="_blank">
              《{title}》<span className="hidden-text">（在新窗口中打开）</span>
            </Link>
          </div>
        ))}
      </div>
    )}
  </Field>
)
