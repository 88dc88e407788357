export default function StaffPermissions() {
  return null
}
