import { LightInput } from '#ui/form/light/LightInput.tsx'
import { papers } from '#ui/form/papers.ts'
import { MOST_SCANS } from '../legacyForm.ts'
import type { Scan } from './legacyCalls.ts'

type Props = {
  /** What has gone up already; the others go up with the form. */
  scans: Scan[]
  onScans: (scans: Scan[]) => void
  /** What was handed in before, and is replaced by whatever comes now. */
  before: Scan[]
  error: string | undefined
}

/** The paper itself, one page or a few. */
export function LegacyScans({ scans, onScans, before, error }: Props) {
  const replaced = before.length > 0 && `已提交：${before.map(({ name }) => name).join('、')}；重新上传的将替换它们。`
  return (
    <fieldset className="form-section">
      <legend>证书扫描件</legend>
      <LightInput
        name="certScan"
        label="扫描件或照片"
        hint={`${papers.told}，最多 ${MOST_SCANS} 个；编号、日期和公章须清晰。${replaced || ''}`}
        error={error}
        type="file"
        accept={papers.accept}
        multiple
        required
      />
      {scans.length > 0 && (
        <ul role="list" className="legacy-scans" aria-label="已上传的扫描件">
          {scans.map(scan => (
            <li key={scan.id}>
              已上传：{scan.name}
              <button
                type="button"
                className="as-link"
                aria-label={`不要 ${scan.name}`}
                onClick={() => onScans(scans.filter(({ id }) => id !== scan.id))}
              >
                不要这个
              </button>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
