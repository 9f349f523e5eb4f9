print("codegen")
