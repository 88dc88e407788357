import { Tag } from '#ui/Tag.tsx'

/** Lists known conflicts of interest between an expert and the applicant, or states that none is known. */
export const Conflicts = ({ sentences }: { sentences: readonly string[] }) =>
  sentences.length === 0 ? (
    <p className="site-conflicts">
      <Tag tone="good">无冲突</Tag>
    </p>
  ) : (
    <p className="site-conflicts">
      <Tag tone="bad">须回避</Tag>
      <span>{sentences.join('；')}</span>
    </p>
  )
