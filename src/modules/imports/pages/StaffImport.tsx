export default function StaffImport() {
  return null
}
