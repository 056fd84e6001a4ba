import CYajl
print(yajl_version())
