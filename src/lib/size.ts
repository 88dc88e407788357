/** 24 KB, 1.3 MB: a file's size as people read it. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const kilo = bytes / 1024
  return kilo < 1000 ? `${Math.round(kilo)} KB` : `${(kilo / 1024).toFixed(1)} MB`
}
