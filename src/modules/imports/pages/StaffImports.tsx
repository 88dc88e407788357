export default function StaffImports() {
  return null
}
