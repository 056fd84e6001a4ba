"""Types that Spark has for the columns of a library."""

from __future__ import annotations

import pyarrow
from pyspark.sql.pandas.types import from_arrow_schema
from pyspark.sql.types import ArrayType, DataType, MapType, StructField, StructType

__all__ = ["arrow_schema", "check_schema", "convert", "in_spark", "named", "spark_schema"]

_WIDER = {
    pyarrow.uint8(): pyarrow.int16(),
    pyarrow.uint16(): pyarrow.int32(),
    pyarrow.uint32(): pyarrow.int64(),
    pyarrow.uint64(): pyarrow.decimal128(20, 0),
}


def _arrow_type(kind: pyarrow.DataType) -> pyarrow.DataType:
    """Give the type of Arrow that Spark reads, without loss, for one of a library."""
    types = pyarrow.types
    if isinstance(kind, pyarrow.BaseExtensionType):
        return _arrow_type(kind.storage_type)
    if types.is_dictionary(kind):
        return _arrow_type(kind.value_type)
    if types.is_fixed_size_binary(kind):
        return pyarrow.binary()
    if types.is_struct(kind):
        return pyarrow.struct([_arrow_field(kind.field(index)) for index in range(len(kind))])
    if types.is_list(kind):
        return pyarrow.list_(_arrow_field(kind.value_field))
    if types.is_map(kind):
        return pyarrow.map_(_arrow_field(kind.key_field), _arrow_field(kind.item_field))
    return _WIDER.get(kind, kind)


def _arrow_field(field: pyarrow.Field) -> pyarrow.Field:
    return field.with_type(_arrow_type(field.type))


def arrow_schema(schema: pyarrow.Schema) -> pyarrow.Schema:
    """Give the columns of a library in types that Spark reads.

    Small unsigned integers get the next wider signed type, those of 64 bits decimals of 20
    digits; texts of a dictionary get texts, and UUIDs binary values.
    """
    return pyarrow.schema([_arrow_field(field) for field in schema])


def spark_schema(schema: pyarrow.Schema) -> StructType:
    """Give the schema that Spark has for the columns of a library.

    All of it may be null, as with Spark's own files: Spark puts nulls into the fields of a struct
    that is null itself, whatever the fields are.
    """
    return _nullable_struct(from_arrow_schema(arrow_schema(schema)))


def check_schema(schema: StructType, library: pyarrow.Schema, model: str) -> None:
    """Look whether a schema that a user has set is one of the library's columns.

    Parameters
    ----------
    schema
        The user's: some columns, in any order.
    library
        The library's schema of just these columns.
    model
        The name of the model, for the error.

    Raises
    ------
    ValueError
        A column has another type.
    """
    for mine, theirs in zip(spark_schema(library), schema, strict=True):
        if mine.dataType != _nullable(theirs.dataType):
            raise ValueError(
                f"The column {theirs.name} of {model} is {mine.dataType.simpleString()},"
                f" not {theirs.dataType.simpleString()}."
            )


def _nullable(kind: DataType) -> DataType:
    """Give a type whose parts may all be null."""
    if isinstance(kind, StructType):
        return _nullable_struct(kind)
    if isinstance(kind, ArrayType):
        return ArrayType(_nullable(kind.elementType))
    if isinstance(kind, MapType):
        return MapType(_nullable(kind.keyType), _nullable(kind.valueType))
    return kind


def _nullable_struct(kind: StructType) -> StructType:
    return StructType([StructField(field.name, _nullable(field.dataType)) for field in kind.fields])


def convert(batch: pyarrow.RecordBatch, target: pyarrow.Schema) -> pyarrow.RecordBatch:
    """Give a batch the types and the names of a schema; what has them is not copied."""
    columns = [
        _converted(column, field.type) for column, field in zip(batch.columns, target, strict=True)
    ]
    return pyarrow.RecordBatch.from_arrays(columns, schema=target)


def _converted(array: pyarrow.Array, kind: pyarrow.DataType) -> pyarrow.Array:
    """Give an array of a library, which begins where its memory does, another type."""
    types = pyarrow.types
    if array.type == kind:
        return array
    if isinstance(array.type, pyarrow.BaseExtensionType):
        return _converted(array.storage, kind)
    if types.is_struct(kind):
        count, parts = 1, [array.field(index) for index in range(len(kind))]
        wanted = [kind.field(index).type for index in range(len(kind))]
    elif types.is_list(kind):
        count, parts, wanted = 2, [array.values], [kind.value_type]
    elif types.is_map(kind):
        entries = pyarrow.StructArray.from_arrays(
            [_converted(array.keys, kind.key_type), _converted(array.items, kind.item_type)],
            fields=[kind.key_field, kind.item_field],
        )
        count, parts, wanted = 2, [entries], [entries.type]
    else:
        return array.cast(kind)
    children = [_converted(part, part_kind) for part, part_kind in zip(parts, wanted, strict=True)]
    buffers = array.buffers()[:count]
    return pyarrow.Array.from_buffers(kind, len(array), buffers, children=children)


def in_spark(schema: pyarrow.Schema, rows: StructType) -> pyarrow.Schema:
    """Give the columns of a schema as Spark writes the types of rows in Arrow.

    Spark compares what a task yields with its own: the names of elements count, and what may be
    null.
    """
    fields = zip(schema, rows.fields, strict=True)
    return pyarrow.schema(
        [
            pyarrow.field(theirs.name, _in_spark(mine.type, theirs.dataType), theirs.nullable)
            for mine, theirs in fields
        ]
    )


def _in_spark(mine: pyarrow.DataType, theirs: DataType) -> pyarrow.DataType:
    if isinstance(theirs, StructType):
        parts = pyarrow.schema([mine.field(index) for index in range(len(mine))])
        return pyarrow.struct(list(in_spark(parts, theirs)))
    if isinstance(theirs, ArrayType):
        element = _in_spark(mine.value_type, theirs.elementType)
        return pyarrow.list_(pyarrow.field("element", element, theirs.containsNull))
    if isinstance(theirs, MapType):
        key = pyarrow.field("key", _in_spark(mine.key_type, theirs.keyType), nullable=False)
        value = _in_spark(mine.item_type, theirs.valueType)
        return pyarrow.map_(key, pyarrow.field("value", value, theirs.valueContainsNull))
    return mine


def named(schema: pyarrow.Schema, names: list[str]) -> pyarrow.Schema:
    """Give the columns of a schema other names."""
    return pyarrow.schema(
        [field.with_name(name) for field, name in zip(schema, names, strict=True)]
    )
