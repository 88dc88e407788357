CREATE STATISTICS "certificate_kinds" (ndistinct, dependencies, mcv) ON "register", "group_code", "kind_code", "level_code" FROM "certificate";
