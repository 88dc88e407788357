/** Members in one circle, in the colours of the site: what stands until an association has put its own emblem here. */
export const Emblem = ({ size }: { size: number }) => (
  <svg className="emblem" viewBox="0 0 96 96" width={size} height={size} aria-hidden="true">
    <circle cx="48" cy="48" r="43.5" />
    <circle cx="48" cy="38" r="15" />
    <circle cx="37.5" cy="56" r="15" className="emblem-light" />
    <circle cx="58.5" cy="56" r="15" />
  </svg>
)
